import LeaveGuard, { type LeaveGuardProps } from './leave-guard.tsx'
import KayitPrint, { type KayitPrintProps } from './print.tsx'

/** The parts of a record's screen that show nothing at first, in one file: the question before it is left, the print. */
export default function RecordExtras(props: LeaveGuardProps & KayitPrintProps) {
  return (
    <>
      <LeaveGuard {...props} />
      <KayitPrint {...props} />
    </>
  )
}
