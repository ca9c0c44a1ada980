import { memo, useId } from 'react'

import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { formatPlate } from '#shared/vehicle.ts'

import { ExitDayField, useExitDay } from './exit-day.tsx'
import { DayField, DurumField, NoteField, TextField } from './field.tsx'
import type { KayitModel } from './model.ts'

export interface KayitInfoProps {
  form: KayitModel['form']
  /** The status that the record came with. */
  storedDurum: string
}

/** The record's general information: what is asked first at the bay comes first (plate, customer, phone). */
export const KayitInfo = memo(function KayitInfo({ form, storedDurum }: KayitInfoProps) {
  const id = useId()
  const exit = useExitDay(form)
  return (
    <Card aria-labelledby={id} className="mb-4">
      <CardHeader>
        <CardTitle id={id}>Genel bilgiler</CardTitle>
      </CardHeader>
      <div className="grid grid-cols-2 items-start gap-4 lg:grid-cols-4">
        <TextField
          form={form}
          name="plaka"
          className="max-md:col-span-2"
          tidy={formatPlate}
          deps={['sasi_no']}
        />
        <TextField
          form={form}
          name="musteri_adi_soyadi"
          className="max-md:col-span-2 lg:col-span-2"
          required
        />
        <TextField
          form={form}
          name="musteri_tel"
          className="max-md:col-span-2"
          inputMode="tel"
          enterTo="yeni.islem_adi"
        />
        <TextField form={form} name="sasi_no" className="max-md:col-span-2 lg:col-span-2" deps={['plaka']} />
        <TextField form={form} name="arac_marka" />
        <TextField form={form} name="arac_model" />
        <TextField form={form} name="model_yili" inputMode="numeric" />
        <TextField form={form} name="km_bilgisi" inputMode="numeric" />
        <TextField form={form} name="motor_no" className="max-md:col-span-2" />
        <TextField form={form} name="tc_vergino" className="max-md:col-span-2" inputMode="numeric" />
        <DurumField className="max-md:col-span-2" form={form} stored={storedDurum} onChoose={exit.follow} />
        <DayField form={form} name="giris_tarihi" className="max-md:col-span-2" />
        <ExitDayField form={form} onEdit={exit.keep} className="max-md:col-span-2" />
        <DayField form={form} name="kayit_tarihi" className="max-md:col-span-2" />
        <NoteField form={form} name="musteri_talebi" className="col-span-2" />
        <NoteField form={form} name="aciklama" className="col-span-2" />
      </div>
    </Card>
  )
})
