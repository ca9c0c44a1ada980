import { listChanges, listChangesOf } from '#server/change/list.ts'
import { listTrash } from '#server/change/trash.ts'
import { run, runPlain } from '#server/transports/rpc/run.ts'
import { router, userProcedure } from '#server/transports/rpc/trpc.ts'
import { changeListInput, changesOfInput, trashInput } from '#shared/change/schema.ts'

export const changeRouter = router({
  list: userProcedure.input(changeListInput).query(run(listChanges)),
  of: userProcedure.input(changesOfInput).query(run(listChangesOf)),
  trash: userProcedure.input(trashInput).query(runPlain(listTrash)),
})
