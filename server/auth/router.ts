import { publicProcedure, router } from '#server/rpc/trpc.ts'

export const authRouter = router({
  session: publicProcedure.query((): { user: null } => ({ user: null })),
})
