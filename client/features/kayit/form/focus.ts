const FIELDS = 'input:not([tabindex="-1"]), select, textarea'

/** Enter in a line of text leads on, as at a cash desk: to `data-enter-to`, else to the next field. */
export function moveOnEnter(event: KeyboardEvent, form: HTMLFormElement | null): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target, isComposing } = event
  if (key !== 'Enter' || ctrlKey || metaKey || altKey || shiftKey || isComposing) return
  if (event.defaultPrevented || !(target instanceof HTMLInputElement) || form?.contains(target) !== true)
    return
  event.preventDefault()
  const fields = [...form.querySelectorAll<HTMLElement>(FIELDS)]
  const named = fields.find((field) => field.getAttribute('name') === target.dataset['enterTo'])
  const next = named ?? fields[fields.indexOf(target) + 1]
  next?.focus()
}

/** Where the focus goes when a notice above the form has been answered and is gone. */
export function focusSave(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('button[type="submit"]')?.focus()
}
