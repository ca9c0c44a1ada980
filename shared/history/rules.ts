/** Returns the file name of a customer's history. The change log stores it (server/personal-data). */
export const customerHistoryName = (name: string): string => inFileName(`müşteri-geçmişi-${name}`)
/** Returns the file name of a car's history, by its plate or chassis number. */
export const vehicleHistoryName = (plate: string): string => inFileName(`araç-geçmişi-${plate}`)
const inFileName = (text: string) => text.slice(0, 80).replaceAll(/[^\p{L}\p{N}]+/gu, '-')
