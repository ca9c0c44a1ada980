/** In this order: the names of later ones also occur in the headers of earlier ones. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** Returns a `User-Agent` header in short: 'Windows, Chrome'; a program's own name ('curl'); '' for an empty header. */
export function deviceOf(userAgent: string): string {
  const known = [SYSTEMS, BROWSERS].flatMap((table) => {
    const found = table.find(([pattern]) => pattern.test(userAgent))
    return found === undefined ? [] : [found[1]]
  })
  if (known.length > 0) return known.join(', ')
  return /^[A-Za-z][\w.-]{0,40}/.exec(userAgent)?.[0] ?? ''
}
