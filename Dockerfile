# One image for every service; compose.yaml says which one runs. The web is built into it. Every folder is named here and
# in .dockerignore, so that nothing comes in by itself (test/launcher/image.test.ts).
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /daftar
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY LICENSE tsconfig.json vite.config.ts ./
COPY backup backup
COPY command-api command-api
COPY domain domain
COPY event-store event-store
COPY identity identity
COPY languages languages
COPY launcher launcher
COPY migrations migrations
COPY projector projector
COPY read-api read-api
COPY seal seal
COPY tools tools
COPY web web
# The web last: npm prune writes package-lock.json, and a web that is older than its sources would be built again at each
# start. What npm was told here, a token of a registry perhaps, is not for those who run the image.
RUN npm prune --omit=dev --ignore-scripts && node node_modules/vite/bin/vite.js build && rm .npmrc

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
WORKDIR /daftar
COPY --from=build --chown=root:root /daftar /daftar
RUN mkdir /data && chown node:node /data
USER node
# Days begin at midnight in this zone; a container would otherwise use UTC.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data TZ=Asia/Baghdad
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["node", "launcher/run.mjs"]
CMD ["start"]
