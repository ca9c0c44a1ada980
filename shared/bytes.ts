const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']
const STEP = 1_024
const ONE_DIGIT = new Intl.NumberFormat('tr-TR', { maximumFractionDigits: 1 })

/** Formats the size of a file for the screen: '12,3 MB'. */
export function formatBytes(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(STEP)))
  return `${ONE_DIGIT.format(bytes / STEP ** unit)} ${UNITS[unit] ?? ''}`
}
