import sharp from 'sharp'

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200" viewBox="0 0 600 200">
  <rect width="600" height="200" fill="#fff"/>
  <g fill="none" stroke="#1b55c4" stroke-width="14" stroke-linecap="round" stroke-linejoin="round">
    <path d="M40 140h24a22 22 0 0 1 44 0h64a22 22 0 0 1 44 0h26v-34l-40-10-30-38H96L72 96 40 104z"/>
    <circle cx="86" cy="142" r="20"/><circle cx="194" cy="142" r="20"/>
  </g>
  <g fill="#12181f"><rect x="280" y="62" width="260" height="26" rx="6"/><rect x="280" y="112" width="180" height="16" rx="6" opacity=".55"/></g>
</svg>`

/** Returns the invented shop's logo as an upload stores it: one opaque PNG. */
export async function drawLogo(): Promise<{ png: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(Buffer.from(SVG))
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width, height: info.height }
}
