import { run } from '#server/transports/rpc/run.ts'
import { adminMutation, adminProcedure, router } from '#server/transports/rpc/trpc.ts'
import {
  feedbackIdInput,
  feedbackListInput,
  userIdInput,
  userInput,
  userListInput,
} from '#shared/admin/schema.ts'
import { uploadIdInput, uploadInput } from '#shared/admin/restore.ts'

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
import {
  getUserFactor,
  switchOffUserFactor,
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
  users: adminProcedure.input(userListInput).query(run(listUsers)),
  user: adminProcedure.input(userIdInput).query(run(getUser)),
  saveUser: adminMutation.meta({ hashesPassword: true }).input(userInput).mutation(run(saveUser)),
  deleteUser: adminMutation.input(userIdInput).mutation(run(deleteUser)),
  endSessions: adminMutation.input(userIdInput).mutation(run(endUserSessions)),
  makeResetLink: adminMutation.meta({ returnsToken: true }).input(userIdInput).mutation(run(makeResetLink)),
  userFactor: adminProcedure.input(userIdInput).query(run(getUserFactor)),
  switchOffFactor: adminMutation.input(userIdInput).mutation(run(switchOffUserFactor)),
  shops: adminProcedure.input(shopListInput).query(run(listShops)),
  shop: adminProcedure.input(shopIdInput).query(run(getShop)),
  endShopSessions: adminMutation.input(shopIdInput).mutation(run(endShopSessions)),
  suspendShop: adminMutation.input(suspendInput).mutation(run(suspendShop)),
  openShop: adminMutation.input(shopIdInput).mutation(run(openShop)),
  changeLicenses: adminMutation.input(licensesInput).mutation(run(changeLicenses)),
  eraseShop: adminMutation.input(eraseShopInput).mutation(run(eraseShop)),
  eraseMember: adminMutation.input(eraseMemberInput).mutation(run(eraseMember)),
  feedbacks: adminProcedure.input(feedbackListInput).query(run(listFeedbacks)),
  deleteFeedback: adminMutation.input(feedbackIdInput).mutation(run(deleteFeedback)),
  backups: adminProcedure.query(run(listBackups)),
  backUp: adminMutation.mutation(run(backUpNow)),
  beginUpload: adminMutation.input(uploadInput).mutation(run(beginUpload)),
  cancelUpload: adminMutation.input(uploadIdInput).mutation(run(cancelUpload)),
})
