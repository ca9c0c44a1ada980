import { AggregatorRegistry } from 'prom-client'

import { type MetricsServer, serveMetrics } from './server.ts'

/** The workers' figures together, asked for over node:cluster. Throws like `serveMetrics`. */
export function serveClusterMetrics(port: number): Promise<MetricsServer> {
  const registry = new AggregatorRegistry()
  return serveMetrics(port, () => registry.clusterMetrics())
}
