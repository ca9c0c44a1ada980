import { plain } from '#server/transports/rpc/plain.ts'
import { readingProcedure, router, userMutation, userProcedure } from '#server/transports/rpc/trpc.ts'
import { kayitIdInput, kayitIdsInput, kayitInput, kayitListInput } from '#shared/kayit/schema.ts'
import { statusInput } from '#shared/kayit/status.ts'

import { deleteKayit, getKayit, listKayit, restoreKayit } from '#server/kayit/operations.ts'
import { saveKayit } from '#server/kayit/save.ts'
import { setStatus } from '#server/kayit/status.ts'
import { unpricedItems } from '#server/kayit/unpriced.ts'

export const kayitRouter = router({
  list: readingProcedure
    .input(kayitListInput)
    .query(async ({ ctx, input }) => plain(await listKayit(ctx, input))),
  get: userProcedure.input(kayitIdInput).query(async ({ ctx, input }) => plain(await getKayit(ctx, input))),
  unpriced: userProcedure
    .input(kayitIdsInput)
    .query(async ({ ctx, input }) => plain(await unpricedItems(ctx, input))),
  save: userMutation
    .meta({ checksSession: true })
    .input(kayitInput)
    .mutation(({ ctx, input }) => saveKayit(ctx, input)),
  setStatus: userMutation.input(statusInput).mutation(({ ctx, input }) => setStatus(ctx, input)),
  delete: userMutation.input(kayitIdInput).mutation(({ ctx, input }) => deleteKayit(ctx, input)),
  restore: userMutation.input(kayitIdInput).mutation(({ ctx, input }) => restoreKayit(ctx, input)),
})
