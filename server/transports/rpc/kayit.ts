import { run, runPlain } from '#server/transports/rpc/run.ts'
import { readingProcedure, router, userMutation, userProcedure } from '#server/transports/rpc/trpc.ts'
import { kayitIdInput, kayitIdsInput, kayitInput, kayitListInput } from '#shared/kayit/schema.ts'
import { statusInput } from '#shared/kayit/status.ts'

import { deleteKayit, getKayit, listKayit, restoreKayit, unpricedItems } from '#server/kayit/operations.ts'
import { saveKayit } from '#server/kayit/save.ts'
import { setStatus } from '#server/kayit/status.ts'

export const kayitRouter = router({
  list: readingProcedure.input(kayitListInput).query(runPlain(listKayit)),
  get: userProcedure.input(kayitIdInput).query(runPlain(getKayit)),
  unpriced: userProcedure.input(kayitIdsInput).query(runPlain(unpricedItems)),
  save: userMutation.meta({ checksSession: true }).input(kayitInput).mutation(run(saveKayit)),
  setStatus: userMutation.input(statusInput).mutation(run(setStatus)),
  delete: userMutation.input(kayitIdInput).mutation(run(deleteKayit)),
  restore: userMutation.input(kayitIdInput).mutation(run(restoreKayit)),
})
