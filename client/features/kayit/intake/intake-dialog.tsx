import { HandoverDialog, type HandoverProps } from './handover-dialog.tsx'
import { IntakeForm } from './intake-form.tsx'

/** Takes the car of a record in: kilometres, fuel, damages, belongings, promises, signature. */
export default function IntakeDialog(props: HandoverProps) {
  const { id, onOpenChange, onStored } = props
  return (
    <HandoverDialog {...props} kind="intake" title="Araç kabul" className="md:max-w-4xl">
      {(loaded) => <IntakeForm {...loaded} id={id} onStored={onStored} onClose={() => onOpenChange(false)} />}
    </HandoverDialog>
  )
}
