import { joinIsolated } from '#shared/bidi.ts'
import { formatCount } from '#shared/count.ts'
import { formatDay } from '#shared/date.ts'
import { markWords, MAX_FUEL } from '#shared/intake/rules.ts'
import { formatTL } from '#shared/money.ts'

import { type CarForm, type DeliveryForm, type IntakeForm, prepareForm } from './car-form.ts'
import type { Column, Columns } from './columns.ts'
import { drawFacts, drawSections, drawSigners, FORM, type Section, sectionsHeight } from './layout-form.ts'
import { drawPageEdges } from './layout-edges.ts'
import { drawLetterhead } from './layout-header.ts'
import { drawOutline } from './layout-outline.ts'
import { drawFirstHead, drawRows, planTable, type TablePlan } from './layout-table.ts'
import { createPdf, finishPdf } from './pdf-document.ts'
import { TITLE_WIDTH } from './render.ts'
import { COLORS, STYLES, Sheet, UPRIGHT_A4, lineHeight } from './sheet.ts'

const TITLES = { intake: 'Araç Kabul Formu', delivery: 'Teslim Formu' } as const
const kmOf = (km: number | null) => (km === null ? '' : `${formatCount(km)} km`)

/** Renders the form of an intake or a delivery as PDF on the calling thread: always one page, with smaller texts if long. */
export async function renderCarForm(sent: CarForm): Promise<Uint8Array<ArrayBuffer>> {
  const form = prepareForm(sent)
  const { company, record, issuedOn } = form
  const title = TITLES[form.form]
  const pdf = createPdf({
    title: [title, record.plaka || record.sasi_no].filter(Boolean).join(' '),
    author: company.name,
    issuedOn,
  })
  const sheet = new Sheet(pdf, UPRIGHT_A4, { isTagged: true })
  const facts = [`No ${record.id} · ${formatDay(issuedOn)}`]
  drawLetterhead(sheet, { company, title, facts, titleWidth: TITLE_WIDTH, maxLines: 2 })
  drawParties(sheet, form)
  if (form.form === 'intake') drawIntake(sheet, form)
  else drawDelivery(sheet, form)
  sheet.endStructure()
  drawPageEdges(sheet, { company, facts: [] })
  return await finishPdf(pdf)
}

/** Draws people and car, each in a box, and below them the facts of the visit. */
function drawParties(sheet: Sheet, form: CarForm): void {
  const { record, car, km, signer, user } = form
  const isIntake = form.form === 'intake'
  const people = isIntake
    ? [
        { label: 'Teslim eden', value: signer },
        { label: 'Teslim alan', value: user },
      ]
    : [
        { label: 'Teslim eden', value: user },
        { label: 'Teslim alan', value: signer },
      ]
  const width = (sheet.page.width - FORM.gap) / 2
  const { x } = sheet.page
  const { y } = sheet
  const customer = [
    { label: 'Müşteri', value: record.customer },
    { label: 'Telefon', value: record.phone },
    ...people,
  ]
  const vehicle = [
    { label: 'Plaka', value: record.plaka, isStrong: true },
    { label: 'Cins, marka, model', value: car },
    { label: 'Şasi no', value: record.sasi_no },
    { label: 'Kilometre', value: kmOf(km) },
  ]
  const bottoms = [
    drawFacts(sheet, customer, { x, y, width }),
    drawFacts(sheet, vehicle, { x: x + width + FORM.gap, y, width }),
  ]
  const bottom = Math.max(...bottoms)
  sheet.artifact('Layout', () => {
    for (const left of [x, x + width + FORM.gap])
      sheet.pdf
        .roundedRect(left, y, width, bottom - y, 3)
        .lineWidth(0.5)
        .stroke(COLORS.muted)
  })
  sheet.y = bottom + FORM.gap
}

function drawStrip(sheet: Sheet, cells: readonly { label: string; value: string }[], fuel?: number | null) {
  const width = sheet.page.width / cells.length
  const { y } = sheet
  for (const [index, { label, value }] of cells.entries()) {
    const box = { x: sheet.page.x + index * width + FORM.padding, width: width - 2 * FORM.padding }
    sheet.tagLines({ type: 'P' }, [label], { ...box, y: y + 5, style: STYLES.label })
    const style = sheet.fit(value, STYLES.strong, box.width)
    sheet.tagLines({ type: 'P' }, [value], { ...box, y: y + 18, style })
  }
  sheet.artifact('Layout', () => {
    const { pdf } = sheet
    pdf.roundedRect(sheet.page.x, y, sheet.page.width, STRIP, 3).lineWidth(0.5).stroke(COLORS.muted)
    for (let index = 1; index < cells.length; index++) {
      const x = sheet.page.x + index * width
      pdf
        .moveTo(x, y)
        .lineTo(x, y + STRIP)
        .lineWidth(0.5)
        .stroke(COLORS.line)
    }
    if (fuel !== undefined)
      drawFuel(sheet, fuel, { x: sheet.page.x + 2 * width + FORM.padding + 26, y: y + 20 })
  })
  sheet.y = y + STRIP + FORM.gap
}

const STRIP = 38

/** Draws the tank in eighths; an unknown one stays empty, to be filled in on paper. */
function drawFuel({ pdf }: Sheet, fuel: number | null, { x, y }: { x: number; y: number }): void {
  for (let eighth = 0; eighth < MAX_FUEL; eighth++) {
    pdf.rect(x + eighth * 9, y, 7, 9).lineWidth(0.5)
    if (fuel !== null && eighth < fuel) pdf.fillAndStroke(COLORS.ink, COLORS.ink)
    else pdf.stroke(COLORS.muted)
  }
}

const OUTLINE_WIDTH = 196
const OUTLINE_HEIGHT = 272
const LEGEND = 'Daire: çizik · Kare: göçük · Baklava: kırık'

function drawIntake(sheet: Sheet, form: IntakeForm): void {
  const { fuel } = form
  const marks = form.marks ?? []
  const cells = [
    { label: 'Giriş', value: form.cameAt },
    { label: 'Söz verilen teslim', value: form.promised },
    { label: 'Yakıt', value: fuel === null ? '' : `${fuel}/${MAX_FUEL}` },
    { label: 'Sormadan yapılabilecek', value: form.limit },
  ]
  drawStrip(sheet, cells, fuel)
  const top = sheet.y
  const columns = marks.length > 24 ? 3 : marks.length > 8 ? 2 : 1
  const left: Section[] = [
    { title: 'Müşterinin şikâyeti ve isteği', text: form.record.complaint, canCut: true },
    { title: 'Araçtaki eşya', text: form.belongings },
    {
      title: 'Hasar',
      text: form.marks?.length === 0 ? 'İşaretlenmiş hasar yok.' : '',
      items: marks.map((mark, index) => `${index + 1}  ${markWords(mark)}`),
      columns,
    },
  ]
  const terms: Section[] = [{ title: 'Şartlar', text: form.terms }]
  const span = { x: sheet.page.x, width: sheet.page.width - OUTLINE_WIDTH - FORM.gap }
  const bottom = sheet.page.bottom - FORM.signers
  // The largest size at which everything fits stands; at the smallest one the complaint is cut.
  const size = FORM.sizes.find((one) => {
    const rest = bottom - sectionsHeight(sheet, terms, { ...sheet.page, size: one }) - top
    return rest >= sectionsHeight(sheet, left, { ...span, size: one }) && rest >= FORM.leastOutline
  })
  const used = size ?? FORM.smallest
  const below = bottom - sectionsHeight(sheet, terms, { ...sheet.page, size: used })
  const end = drawSections(sheet, left, { ...span, y: top, size: used, bottom: below })
  const height = Math.min(OUTLINE_HEIGHT, below - top - lineHeight(STYLES.label) - 2)
  const box = { x: span.x + span.width + FORM.gap, width: OUTLINE_WIDTH }
  drawOutline(sheet, marks, { ...box, y: top, height })
  const legend = { ...box, y: top + height + 2, style: sheet.fit(LEGEND, STYLES.label, box.width) }
  sheet.tagLines({ type: 'P' }, [LEGEND], { ...legend, align: 'right' })
  drawPenLines(sheet, { ...span, y: end, bottom: Math.min(below, top + OUTLINE_HEIGHT) })
  drawSections(sheet, terms, { ...sheet.page, y: below, size: used, bottom })
  drawSigners(sheet, form, { customer: 'Teslim eden, müşteri', shop: 'Teslim alan, servis' })
}

const PEN_LINE = 20

/** Draws lines for the workshop's handwriting where at least two fit. */
function drawPenLines(
  sheet: Sheet,
  { y, bottom, ...span }: { x: number; width: number; y: number; bottom: number },
): void {
  const title = 'Arıza ve yapılacak iş'
  const first = y + lineHeight(STYLES.heading)
  const count = Math.min(4, Math.floor((bottom - first) / PEN_LINE))
  if (count < 2) return
  sheet.tagLines({ type: 'H2' }, [title], { ...span, y, style: STYLES.heading })
  sheet.artifact('Layout', () => {
    for (let index = 1; index <= count; index++) sheet.rule(first + index * PEN_LINE, COLORS.line, { span })
  })
}

type Work = DeliveryForm['lines'][number]
const NAME: Column<Work> = { title: 'Yapılan iş', cell: ({ islem_adi }) => islem_adi }
const QUANTITY: Column<Work> = { title: 'Adet', cell: ({ islem_adet }) => formatCount(islem_adet) }
const WARRANTY: Column<Work> = {
  title: 'Garanti',
  cell: ({ warranty = '' }) => warranty || '–',
  align: 'left',
}
const AMOUNT: Column<Work> = {
  title: 'Tutar, KDV dahil',
  cell: ({ brut_kurus }) => formatTL(brut_kurus),
  look: 'bold',
}
const LEAST_NAME_WIDTH = 200
const TOTAL_HEIGHT = 34
/** The smallest size of the texts beside the items. */
const LEAST_BESIDE_WORK = 8
/** The least height of the items, in points, if not all fit. */
const LEAST_WORK = 130
const LEGAL_WARRANTY = 'Garanti dışında değişen parçalar en az 6 ay garantilidir.'

function drawDelivery(sheet: Sheet, form: DeliveryForm): void {
  drawStrip(sheet, [
    { label: 'Giriş', value: form.cameAt },
    { label: 'Teslim', value: form.givenAt },
    { label: 'Kayıt', value: `No ${form.record.id}` },
  ])
  const before: Section[] = [
    { title: 'Müşterinin şikâyeti ve isteği', text: form.record.complaint, canCut: true, maxLines: 8 },
  ]
  const usual = form.terms.includes(LEGAL_WARRANTY) ? form.terms : `${LEGAL_WARRANTY}\n${form.terms}`
  const terms = form.warranty === '' ? usual : `Yapılan işlerin garantisi: ${form.warranty}.\n${usual}`
  const after: Section[] = [
    { title: 'Değişen parçalar', text: form.parts },
    { title: 'Garanti ve şartlar', text: terms },
  ]
  const { page } = sheet
  const bottom = page.bottom - FORM.signers
  const hasOwnWarranties = form.lines.some(({ warranty }) => warranty !== undefined)
  const columns: Columns<Work> = [NAME, QUANTITY, ...(hasOwnWarranties ? [WARRANTY] : []), AMOUNT]
  const planAt = (largest?: number) =>
    planTable(
      sheet,
      { columns, rows: form.lines, empty: 'İşlem girilmedi.' },
      { span: page, leastFirst: LEAST_NAME_WIDTH, ...(largest !== undefined && { largest }) },
    )
  const densest = planAt(6.5)
  const plans = [planAt(), planAt(9), planAt(8), planAt(7), densest]
  const roomAt = (size: number) =>
    bottom - sheet.y - TOTAL_HEIGHT - sectionsHeight(sheet, [...before, ...after], { ...page, size })
  const fits = (plan: TablePlan, size: number) =>
    [plan.head, ...plan.rows].reduce((sum, { height }) => sum + height, 0) <= roomAt(size)
  // Items that do not fit are in the service document, so texts shrink only until some items fit.
  const size =
    FORM.sizes.find((one) => one >= LEAST_BESIDE_WORK && plans.some((plan) => fits(plan, one))) ??
    FORM.sizes.find((one) => roomAt(one) >= LEAST_WORK) ??
    FORM.smallest
  const table = plans.find((plan) => fits(plan, size)) ?? densest
  const heights = table.rows.map(({ height }) => height)
  sheet.y = drawSections(sheet, before, { ...page, y: sheet.y, size, bottom })
  const below = bottom - sectionsHeight(sheet, after, { ...page, size })
  let room = below - sheet.y - table.head.height - TOTAL_HEIGHT - lineHeight(STYLES.label)
  const fitting = heights.findIndex((height) => (room -= height) < 0)
  const shown = fitting === -1 ? heights.length : fitting
  const group = sheet.openGroup('Table')
  const body = drawFirstHead(sheet, table, group)
  drawRows(sheet, { ...table, rows: table.rows.slice(0, shown) }, body)
  body.end()
  group.end()
  drawTotal(sheet, form, form.lines.length - shown)
  drawSections(sheet, after, { ...page, y: below, size, bottom })
  drawSigners(sheet, form, { customer: 'Teslim alan, müşteri', shop: 'Teslim eden, servis' })
}

/** Draws the sum, and names the document with the items that did not fit. */
function drawTotal(sheet: Sheet, { total_kurus, record }: DeliveryForm, hidden: number): void {
  const box = { ...sheet.page, y: sheet.y + 4, width: sheet.page.width - 6 }
  if (hidden > 0) {
    const text = `${formatCount(hidden)} işlem daha: ayrıntısı No ${record.id} servis fişinde.`
    sheet.tagLines({ type: 'P' }, [text], { ...box, style: STYLES.label })
  }
  sheet.y = box.y + (hidden > 0 ? lineHeight(STYLES.label) : 0)
  const total = joinIsolated('  ', ['Ücret, KDV dahil', formatTL(total_kurus)])
  sheet.tagLines({ type: 'P' }, [total], { ...box, y: sheet.y, style: STYLES.car, align: 'right' })
}
