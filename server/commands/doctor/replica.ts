import type { Replica } from '#server/platform/db/replica.ts'

import { fine, type Finding, warning } from './finding.ts'

/** More than a replay that goes on has left, in bytes. */
const MUCH = 64 * 2 ** 20

/** Whether lists can be read from the replica now; without it they are read from the primary. */
export async function checkReplica(replica: Replica): Promise<Finding> {
  const [state, lag] = [await replica.state(), await replica.lag()]
  if (state === 'unreachable')
    return warning('Veritabanının kopyası yanıt vermiyor; listeler ana sunucudan okunur.')
  if (state === 'detached')
    return warning(
      'DATABASE_REPLICA_URL ana sunucuyu izleyen bir kopya değil; listeler ana sunucudan okunur.',
    )
  const behind = `${(lag / 2 ** 20).toFixed(1)} MB geride`
  return lag > MUCH
    ? warning(`Veritabanının kopyası ${behind}; yetişene kadar listeler ana sunucudan okunur.`)
    : fine(`Veritabanının kopyası yanıt veriyor (${behind}).`)
}
