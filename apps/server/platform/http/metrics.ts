import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { ANSWER_BUCKETS_S, countAnswer } from "./answer-times.ts";

/** Prometheus metrics of the program; domains add theirs to `registry`. Answers are counted in `answers` too. */
export function createMetrics(answers: number[]): { registry: Registry; observeRequests(app: FastifyInstance): void } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: "canopy_http_request_duration_seconds",
    help: "Time to answer a call, by endpoint and status",
    labelNames: ["endpoint", "status"],
    buckets: [...ANSWER_BUCKETS_S],
    registers: [registry],
  });
  return {
    registry,
    observeRequests(app) {
      app.addHook("onResponse", async (request, reply) => {
        const endpoint = request.routeOptions.config.endpoint?.name ?? "page";
        seconds.observe({ endpoint, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
        countAnswer(answers, reply.elapsedTime / 1000);
      });
    },
  };
}
