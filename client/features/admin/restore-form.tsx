import { useState, type SubmitEvent } from 'react'

import { Field } from '#client/components/field.tsx'
import { PasswordInput } from '#client/components/password-input.tsx'
import { formatInstant } from '#shared/date.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogFormFooter } from '#client/ui/dialog-parts.tsx'
import { FileInput } from '#client/ui/file-input.tsx'
import { Select } from '#client/ui/select.tsx'
import type { Backups } from '#shared/admin/backups.ts'
import { BACKUP_HEAD, backupKind } from '#shared/admin/restore.ts'
import { messages } from '#shared/messages.ts'

import type { RestoreChoice } from './use-restore.ts'

const FROM_FILE = ''

type Choice = { backup: RestoreChoice['backup']; isEncrypted: boolean }

interface RestoreFormProps {
  backups: Pick<Backups, 'items' | 'passphrase'>
  /** Reason why the last try failed. */
  problem: string | undefined
  onSubmit: (chosen: RestoreChoice) => void
  onCancel: () => void
}

/** Asks for the backup (a file, or one beside the data) and for the passphrase of an encrypted one. */
export function RestoreForm({ backups: { items, passphrase: hasOwn }, problem, ...on }: RestoreFormProps) {
  const [name, setName] = useState(FROM_FILE)
  const [file, setFile] = useState<Choice>()
  const [fileProblem, setFileProblem] = useState<string>()
  const [passphrase, setPassphrase] = useState('')
  const [isTried, setIsTried] = useState(false)
  const stored = items.find((item) => item.name === name)
  const choice = stored === undefined ? file : { backup: { name }, isEncrypted: stored.encrypted }
  const needsPassphrase = choice?.isEncrypted === true

  const choose = async (chosen: File | undefined) => {
    const kind = chosen && backupKind(new Uint8Array(await chosen.slice(0, BACKUP_HEAD).arrayBuffer()))
    setFile(chosen && { backup: chosen, isEncrypted: kind === 'encrypted' })
    setFileProblem(kind === null ? messages.notABackup : undefined)
  }
  const problems = {
    file: fileProblem ?? (isTried && choice === undefined ? 'Bir yedek dosyası seçin.' : undefined),
    passphrase: isTried && needsPassphrase && !hasOwn && passphrase === '' ? 'Parolayı girin.' : undefined,
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsTried(true)
    const isMissing = needsPassphrase && !hasOwn && passphrase === ''
    const isWrong = choice === undefined || (stored === undefined && fileProblem !== undefined)
    if (isWrong || isMissing)
      event.currentTarget
        .querySelector<HTMLElement>(isWrong ? 'input[type=file]' : 'input:not([type=file])')
        ?.focus()
    else on.onSubmit({ backup: choice.backup, passphrase: needsPassphrase ? passphrase : '' })
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {problem !== undefined && <Alert>{problem}</Alert>}
      {items.length > 0 && (
        <Field label="Yedek">
          {(control) => (
            <Select {...control} value={name} onChange={(event) => setName(event.target.value)}>
              <option value={FROM_FILE}>Bir dosyadan</option>
              {items.map((item) => (
                <option key={item.name} value={item.name}>
                  {`Bu bilgisayardaki yedek: ${formatInstant(item.created_at)}`}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {stored === undefined && (
        <Field
          label="Yedek dosyası"
          hint="Panelden indirdiğiniz ya da komutla (npm run backup) aldığınız yedek. Dosyanın adı .tar.gz ile, şifreliyse .tar.gz.age ile biter."
          error={problems.file}
        >
          {(control) => (
            <FileInput
              {...control}
              fileName={file?.backup instanceof File ? file.backup.name : undefined}
              onChange={(event) => void choose(event.target.files?.[0])}
            />
          )}
        </Field>
      )}
      {needsPassphrase && (
        <Field
          label="Yedeğin parolası"
          hint={
            hasOwn
              ? 'Boş bırakırsanız bu panelin ayarlarındaki yedek parolası (BACKUP_PASSPHRASE) denenir.'
              : 'Yedek şifreli: alındığı panelin ayarlarındaki yedek parolasını (BACKUP_PASSPHRASE) yazın.'
          }
          error={problems.passphrase}
        >
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="off"
              value={passphrase}
              onChange={(event) => setPassphrase(event.target.value)}
            />
          )}
        </Field>
      )}
      <DialogFormFooter>
        <Button variant="outline" onClick={on.onCancel}>
          Vazgeç
        </Button>
        <Button type="submit">Geri yükle</Button>
      </DialogFormFooter>
    </form>
  )
}
