import { listChanges, listChangesOf } from '#server/change/list.ts'
import { listTrash } from '#server/change/trash.ts'
import { plain } from '#server/transports/rpc/plain.ts'
import { router, userProcedure } from '#server/transports/rpc/trpc.ts'
import { changeListInput, changesOfInput, trashInput } from '#shared/change/schema.ts'

export const changeRouter = router({
  list: userProcedure.input(changeListInput).query(({ ctx, input }) => listChanges(ctx, input)),
  of: userProcedure.input(changesOfInput).query(({ ctx, input }) => listChangesOf(ctx, input)),
  trash: userProcedure.input(trashInput).query(async ({ ctx, input }) => plain(await listTrash(ctx, input))),
})
