import { deletePackage, listPackages, restorePackage, savePackage } from '#server/item/packages.ts'
import { deletePrice, getPrice, listPrices, restorePrice, savePrice } from '#server/item/prices.ts'
import { suggestItems } from '#server/item/suggest.ts'
import { router, userMutation, userProcedure } from '#server/transports/rpc/trpc.ts'
import { itemIdInput, packageInput, priceInput, priceListInput, suggestInput } from '#shared/item/schema.ts'

export const itemRouter = router({
  suggest: userProcedure.input(suggestInput).query(({ ctx, input }) => suggestItems(ctx, input)),
  prices: userProcedure.input(priceListInput).query(({ ctx, input }) => listPrices(ctx, input)),
  price: userProcedure.input(itemIdInput).query(({ ctx, input }) => getPrice(ctx, input)),
  savePrice: userMutation.input(priceInput).mutation(({ ctx, input }) => savePrice(ctx, input)),
  deletePrice: userMutation.input(itemIdInput).mutation(({ ctx, input }) => deletePrice(ctx, input)),
  restorePrice: userMutation.input(itemIdInput).mutation(({ ctx, input }) => restorePrice(ctx, input)),
  packages: userProcedure.query(({ ctx }) => listPackages(ctx)),
  savePackage: userMutation.input(packageInput).mutation(({ ctx, input }) => savePackage(ctx, input)),
  deletePackage: userMutation.input(itemIdInput).mutation(({ ctx, input }) => deletePackage(ctx, input)),
  restorePackage: userMutation.input(itemIdInput).mutation(({ ctx, input }) => restorePackage(ctx, input)),
})
