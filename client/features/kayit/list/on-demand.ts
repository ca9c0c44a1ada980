/* The code that the list needs after the first press, in one chunk. */
export { offerNextService } from '#client/lib/next-service-offer.ts'
export { openPdf } from './open-pdf.ts'
export { RowMenuEntries } from './row-menu-entries.tsx'
export { ViewPanel } from './view-panel.tsx'
