import { testStops } from '#tests/support/stops-behind-proxy.ts'

await testStops('nginx', [502])
