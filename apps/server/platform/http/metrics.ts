import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** Prometheus metrics of the program; domains add theirs to `registry`. */
export function createMetrics(): { registry: Registry; observeRequests(app: FastifyInstance): void } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: "canopy_http_request_duration_seconds",
    help: "Time to answer a call, by endpoint and status",
    labelNames: ["endpoint", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return {
    registry,
    observeRequests(app) {
      app.addHook("onResponse", async (request, reply) => {
        const endpoint = request.routeOptions.config.endpoint?.name ?? "page";
        seconds.observe({ endpoint, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
      });
    },
  };
}
