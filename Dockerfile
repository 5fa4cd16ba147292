# One image for every service; compose.yaml says which one runs. The web is built into it.
FROM node:24-bookworm-slim AS build
WORKDIR /daftar
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
RUN node node_modules/vite/bin/vite.js build && npm prune --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
WORKDIR /daftar
COPY --from=build --chown=root:root /daftar /daftar
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["node", "launcher/run.mjs"]
CMD ["start"]
