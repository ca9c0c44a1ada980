import type { QrPicture } from '#shared/qr.ts'

/** Shows a QR code in black on white, as cameras need it, whatever the colours of the page are. */
export const QrImage = ({ picture: { size, path }, label }: { picture: QrPicture; label: string }) => (
  <img
    alt={label}
    src={`data:image/svg+xml,${encodeURIComponent(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}"/></svg>`,
    )}`}
    className="size-48 max-w-full shrink-0 rounded-md border border-border bg-[#ffffff]"
  />
)
