/** The name of the file with a customer's history; the change log keeps it (server/personal-data). */
export const customerHistoryName = (name: string): string => inFileName(`müşteri-geçmişi-${name}`)
/** The same of a car, by its plate or chassis number. */
export const vehicleHistoryName = (plate: string): string => inFileName(`araç-geçmişi-${plate}`)
const inFileName = (text: string) => text.slice(0, 80).replaceAll(/[^\p{L}\p{N}]+/gu, '-')
