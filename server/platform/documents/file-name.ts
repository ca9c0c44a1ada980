import { type Day, isDay } from '#shared/date.ts'
import { upperVehicle } from '#shared/turkish.ts'

import type { DocumentVariant } from './service-document.ts'

const MAX_PLATE_LENGTH = 20

/**
 * '34ABC123-2026-11-21.pdf', with '-kdvli' for the variant with VAT columns, so that the two do not overwrite each
 * other. Only ASCII letters, digits, '-' and '.': it needs no escaping between quotes in a header.
 */
export function documentFileName(of: { plaka: string; day: Day; variant: DocumentVariant }): string {
  const plate = upperVehicle(of.plaka.slice(0, 200))
    .normalize('NFKD')
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, MAX_PLATE_LENGTH)
  const parts = [plate || 'servis-fisi', isDay(of.day) ? of.day : '', of.variant === 'vat' ? 'kdvli' : '']
  return `${parts.filter((part) => part !== '').join('-')}.pdf`
}
