import type { UserCtx } from '#server/platform/core/context.ts'
import { idsOf } from '#server/directory/merge.ts'
import { requireRight } from '#server/platform/core/rights.ts'
import type { Book } from '#server/platform/export/sheet.ts'
import type { HistoryExportInput } from '#shared/export/schema.ts'
import { vehicleHistoryName } from '#shared/history/rules.ts'
import { carName } from '#shared/kayit/rules.ts'

import { historyBook } from './export.ts'
import { getVehicle } from './vehicle.ts'

/** What was done to a car, as a file. Throws NOT_FOUND. */
export async function vehicleHistoryBook(ctx: UserCtx, { id }: HistoryExportInput): Promise<Book> {
  requireRight(ctx, 'export')
  const car = await getVehicle(ctx, { id })
  const name = carName({ arac_marka: car.make, arac_model: car.model })
  return historyBook(ctx, {
    target: { name: 'vehicle', ids: await idsOf(ctx, 'vehicle', id) },
    fileName: vehicleHistoryName(car.plate || car.vin),
    title: 'Araç geçmişi',
    about: [car.plate, name, car.model_year ?? '', car.vin && `Şasi: ${car.vin}`],
  })
}
