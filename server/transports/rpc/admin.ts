import { run } from '#server/transports/rpc/run.ts'
import { adminMutation, adminProcedure, router } from '#server/transports/rpc/trpc.ts'
import * as inputs from '#shared/admin/schema.ts'
import { uploadIdInput, uploadInput } from '#shared/admin/restore.ts'
import * as shops from '#shared/admin/shops.ts'

import { backUpNow, listBackups, beginUpload, cancelUpload } from '#server/admin/backups.ts'
import { eraseMember, eraseShop } from '#server/admin/erase.ts'
import { deleteFeedback, listFeedbacks } from '#server/admin/feedbacks.ts'
import {
  changeLicenses,
  endShopSessions,
  getShop,
  listShops,
  openShop,
  suspendShop,
} from '#server/admin/shops.ts'
import * as users from '#server/admin/operations.ts'

export const adminRouter = router({
  users: adminProcedure.input(inputs.userListInput).query(run(users.listUsers)),
  user: adminProcedure.input(inputs.userIdInput).query(run(users.getUser)),
  saveUser: adminMutation
    .meta({ hashesPassword: true })
    .input(inputs.userInput)
    .mutation(run(users.saveUser)),
  deleteUser: adminMutation.input(inputs.userIdInput).mutation(run(users.deleteUser)),
  endSessions: adminMutation.input(inputs.userIdInput).mutation(run(users.endUserSessions)),
  makeResetLink: adminMutation
    .meta({ returnsToken: true })
    .input(inputs.userIdInput)
    .mutation(run(users.makeResetLink)),
  userFactor: adminProcedure.input(inputs.userIdInput).query(run(users.getUserFactor)),
  switchOffFactor: adminMutation.input(inputs.userIdInput).mutation(run(users.switchOffUserFactor)),
  shops: adminProcedure.input(shops.shopListInput).query(run(listShops)),
  shop: adminProcedure.input(shops.shopIdInput).query(run(getShop)),
  endShopSessions: adminMutation.input(shops.shopIdInput).mutation(run(endShopSessions)),
  suspendShop: adminMutation.input(shops.suspendInput).mutation(run(suspendShop)),
  openShop: adminMutation.input(shops.shopIdInput).mutation(run(openShop)),
  changeLicenses: adminMutation.input(shops.licensesInput).mutation(run(changeLicenses)),
  eraseShop: adminMutation.input(shops.eraseShopInput).mutation(run(eraseShop)),
  eraseMember: adminMutation.input(shops.eraseMemberInput).mutation(run(eraseMember)),
  feedbacks: adminProcedure.input(inputs.feedbackListInput).query(run(listFeedbacks)),
  deleteFeedback: adminMutation.input(inputs.feedbackIdInput).mutation(run(deleteFeedback)),
  backups: adminProcedure.query(run(listBackups)),
  backUp: adminMutation.mutation(run(backUpNow)),
  beginUpload: adminMutation.input(uploadInput).mutation(run(beginUpload)),
  cancelUpload: adminMutation.input(uploadIdInput).mutation(run(cancelUpload)),
})
