/**
 * Traces for an OpenTelemetry collector: a span for each request, and below it one for each snapshot that was read and each
 * append to the log. Loaded only when OTEL_EXPORTER_OTLP_ENDPOINT is set. Spans name routes, never addresses: no id of a
 * record, no search word and no person is in them. The number that a clerk reads out is the attribute `request.id`.
 */
import type { Context, Span, Tracer } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listenToMeasured, type Measured } from '../../identity/machine/measured.ts';
import { programVersion } from '../../identity/machine/program-version.ts';
import { collectorUrlOf } from '../machine/plain-connections.ts';
import { StartupError } from '../machine/startup-error.ts';

export interface Traces {
  /** Before all routes of the requests that are traced. */
  register(app: FastifyInstance): void;
}

interface Traced {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `daftar`, or the service of a deployment of several. */
  readonly service: string;
  /** The trace of a request is that which the server in front began. Strangers do not choose the numbers of traces. */
  readonly isBehindGateway?: boolean | undefined;
}

/** Undefined without the variable. Throws StartupError for an address that is not allowed, or a share that is none. */
export async function openTraces(of: Traced): Promise<Traces | undefined> {
  const url = collectorUrlOf(of.environment);
  if (url === undefined) return undefined;
  const share = shareOf(of.environment['OTEL_TRACES_SAMPLER_ARG']);
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { AsyncLocalStorageContextManager }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/$/, '')}/v1/traces` });
  const version = programVersion();
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': of.service, 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('daftar', version);
  const spans = new WeakMap<FastifyRequest, Span>();
  return {
    register(app) {
      const unlisten = listenToMeasured((measured) => measuredSpan(api, tracer, measured));
      app.addHook('onRequest', async (request) => {
        if (request.routeOptions.logLevel === 'silent') return;
        spans.set(request, requestSpan(api, tracer, request, of.isBehindGateway === true));
      });
      // After the body was read: what is done from here on is below the span of its request.
      app.addHook('preHandler', (request, _reply, done) => {
        const span = spans.get(request);
        if (span === undefined) done();
        else api.context.with(api.trace.setSpan(api.context.active(), span), done);
      });
      app.addHook('onResponse', async (request, reply) => {
        const span = spans.get(request);
        span?.setAttribute('http.response.status_code', reply.statusCode);
        if (reply.statusCode >= 500) span?.setStatus({ code: api.SpanStatusCode.ERROR });
        span?.end();
      });
      app.addHook('onClose', async () => {
        unlisten();
        // A collector that is away keeps nobody from stopping.
        await provider.shutdown().catch(() => undefined);
      });
    },
  };
}

type Api = typeof import('@opentelemetry/api');

/** The span of a request. The services behind this server go on with its trace. */
function requestSpan(api: Api, tracer: Tracer, request: FastifyRequest, isContinued: boolean): Span {
  const { headers, method, id } = request;
  const route = request.routeOptions.url ?? 'none';
  const before: Context = isContinued ? continued(api, headers['traceparent']) : api.ROOT_CONTEXT;
  const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': id };
  const span = tracer.startSpan(`${method} ${route}`, { kind: api.SpanKind.SERVER, attributes }, before);
  const { traceId, spanId, traceFlags } = span.spanContext();
  headers['traceparent'] = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  delete headers['tracestate'];
  return span;
}

/** Of the header of the W3C: version, trace, span and flags. */
function continued(api: Api, header: unknown): Context {
  const [, traceId, spanId, flags = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(header)) ?? [];
  if (traceId === undefined || spanId === undefined) return api.ROOT_CONTEXT;
  return api.trace.setSpanContext(api.ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

/** What was measured in a request is a span below it, which has just ended. */
function measuredSpan(api: Api, tracer: Tracer, { what, seconds, isDone }: Measured): void {
  if (api.trace.getActiveSpan() === undefined) return;
  const end = Date.now();
  const span = tracer.startSpan(what, { startTime: end - seconds * 1000 });
  if (!isDone) span.setStatus({ code: api.SpanStatusCode.ERROR });
  span.end(end);
}

/** The part of the traces that is kept, from 0 to 1; all when nothing is given. */
function shareOf(given: string | undefined): number {
  if (!given) return 1;
  const share = Number(given);
  if (!(share >= 0 && share <= 1)) {
    throw new StartupError(`OTEL_TRACES_SAMPLER_ARG is "${given}". Give a part of the traces, from 0 to 1.`);
  }
  return share;
}
