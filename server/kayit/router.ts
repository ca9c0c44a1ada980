import { router } from '#server/rpc/trpc.ts'

export const kayitRouter = router({})
