// `npm run citus:cluster -- start FOLDER [--workers 2] [--port 5600] [--binaries FOLDER] [--durable]` makes a
// coordinator and workers on the loopback address, for tests and figures, and prints the address for `npm run
// test:citus`. `stop FOLDER` removes them and the folder. Citus has to be installed (docs/scale.md).
import { parseArgs } from 'node:util'

import { makeCluster, placesOf, removeCluster, SUPERUSER } from '#tests/support/citus/citus-cluster.ts'
import { makeClusterDatabase } from '#tests/support/citus/cluster-database.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    workers: { type: 'string', default: '2' },
    port: { type: 'string', default: '5600' },
    binaries: { type: 'string', default: '/usr/lib/postgresql/15' },
    durable: { type: 'boolean', default: false },
  },
})
const [action, folder, database = 'oto_servis'] = positionals
if (folder === undefined || (action !== 'start' && action !== 'stop'))
  throw new Error('npm run citus:cluster -- start|stop FOLDER')

if (action === 'stop') await removeCluster(folder, values.binaries)
else {
  const port = Number(values.port)
  const workers = Number(values.workers)
  const options = { folder, binaries: values.binaries, workers, port, isDurable: values.durable }
  await makeClusterDatabase(placesOf(await makeCluster(options)), database)
  process.stdout.write(`postgres://${SUPERUSER}@127.0.0.1:${port}/${database}\n`)
}
