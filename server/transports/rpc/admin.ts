import { adminMutation, adminProcedure, router } from '#server/transports/rpc/trpc.ts'
import {
  feedbackIdInput,
  feedbackListInput,
  userIdInput,
  userInput,
  userListInput,
} from '#shared/admin/schema.ts'
import { uploadIdInput, uploadInput } from '#shared/admin/restore.ts'

import { backUpNow, listBackups } from '#server/admin/backups.ts'
import { eraseMember, eraseShop } from '#server/admin/erase.ts'
import { deleteFeedback, listFeedbacks } from '#server/admin/feedbacks.ts'
import { changeLicenses } from '#server/admin/licenses.ts'
import { beginUpload, cancelUpload } from '#server/admin/restore.ts'
import { getUserFactor, switchOffUserFactor } from '#server/admin/second-factor.ts'
import { endShopSessions, getShop, listShops, openShop, suspendShop } from '#server/admin/shops.ts'
import {
  deleteUser,
  endUserSessions,
  getUser,
  listUsers,
  saveUser,
  makeResetLink,
} from '#server/admin/operations.ts'

import {
  eraseMemberInput,
  eraseShopInput,
  licensesInput,
  shopIdInput,
  shopListInput,
  suspendInput,
} from '#shared/admin/shops.ts'

export const adminRouter = router({
  users: adminProcedure.input(userListInput).query(({ ctx, input }) => listUsers(ctx, input)),
  user: adminProcedure.input(userIdInput).query(({ ctx, input }) => getUser(ctx, input)),
  saveUser: adminMutation
    .meta({ hashesPassword: true })
    .input(userInput)
    .mutation(({ ctx, input }) => saveUser(ctx, input)),
  deleteUser: adminMutation.input(userIdInput).mutation(({ ctx, input }) => deleteUser(ctx, input)),
  endSessions: adminMutation.input(userIdInput).mutation(({ ctx, input }) => endUserSessions(ctx, input)),
  makeResetLink: adminMutation
    .meta({ returnsToken: true })
    .input(userIdInput)
    .mutation(({ ctx, input }) => makeResetLink(ctx, input)),
  userFactor: adminProcedure.input(userIdInput).query(({ ctx, input }) => getUserFactor(ctx, input)),
  switchOffFactor: adminMutation
    .input(userIdInput)
    .mutation(({ ctx, input }) => switchOffUserFactor(ctx, input)),
  shops: adminProcedure.input(shopListInput).query(({ ctx, input }) => listShops(ctx, input)),
  shop: adminProcedure.input(shopIdInput).query(({ ctx, input }) => getShop(ctx, input)),
  endShopSessions: adminMutation.input(shopIdInput).mutation(({ ctx, input }) => endShopSessions(ctx, input)),
  suspendShop: adminMutation.input(suspendInput).mutation(({ ctx, input }) => suspendShop(ctx, input)),
  openShop: adminMutation.input(shopIdInput).mutation(({ ctx, input }) => openShop(ctx, input)),
  changeLicenses: adminMutation.input(licensesInput).mutation(({ ctx, input }) => changeLicenses(ctx, input)),
  eraseShop: adminMutation.input(eraseShopInput).mutation(({ ctx, input }) => eraseShop(ctx, input)),
  eraseMember: adminMutation.input(eraseMemberInput).mutation(({ ctx, input }) => eraseMember(ctx, input)),
  feedbacks: adminProcedure.input(feedbackListInput).query(({ ctx, input }) => listFeedbacks(ctx, input)),
  deleteFeedback: adminMutation
    .input(feedbackIdInput)
    .mutation(({ ctx, input }) => deleteFeedback(ctx, input)),
  backups: adminProcedure.query(({ ctx }) => listBackups(ctx)),
  backUp: adminMutation.mutation(({ ctx }) => backUpNow(ctx)),
  beginUpload: adminMutation.input(uploadInput).mutation(({ ctx, input }) => beginUpload(ctx, input)),
  cancelUpload: adminMutation.input(uploadIdInput).mutation(({ ctx, input }) => cancelUpload(ctx, input)),
})
