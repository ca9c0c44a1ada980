import { testStops } from '#tests/support/panel/stops-behind-proxy.ts'

// haproxy may end a reused connection without a response and leaves the decision to the client.
await testStops('haproxy', [502, 'ECONNRESET'])
