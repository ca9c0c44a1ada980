import { runWorker } from './worker.ts'

await runWorker()
