import { deletePackage, listPackages, restorePackage, savePackage } from '#server/item/packages.ts'
import { deletePrice, getPrice, listPrices, restorePrice, savePrice } from '#server/item/prices.ts'
import { suggestItems } from '#server/item/suggest.ts'
import { run } from '#server/transports/rpc/run.ts'
import { router, userMutation, userProcedure } from '#server/transports/rpc/trpc.ts'
import { itemIdInput, packageInput, priceInput, priceListInput, suggestInput } from '#shared/item/schema.ts'

export const itemRouter = router({
  suggest: userProcedure.input(suggestInput).query(run(suggestItems)),
  prices: userProcedure.input(priceListInput).query(run(listPrices)),
  price: userProcedure.input(itemIdInput).query(run(getPrice)),
  savePrice: userMutation.input(priceInput).mutation(run(savePrice)),
  deletePrice: userMutation.input(itemIdInput).mutation(run(deletePrice)),
  restorePrice: userMutation.input(itemIdInput).mutation(run(restorePrice)),
  packages: userProcedure.query(run(listPackages)),
  savePackage: userMutation.input(packageInput).mutation(run(savePackage)),
  deletePackage: userMutation.input(itemIdInput).mutation(run(deletePackage)),
  restorePackage: userMutation.input(itemIdInput).mutation(run(restorePackage)),
})
