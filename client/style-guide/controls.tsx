import { Pencil, Plus } from 'lucide-react'

import { DateInput } from '#client/components/date-input.tsx'
import { Field } from '#client/components/field.tsx'
import { MoneyInput } from '#client/components/money-input.tsx'
import { PasswordInput } from '#client/components/password-input.tsx'
import { PasswordStrength } from '#client/components/password-strength.tsx'
import { SearchInput } from '#client/components/search-input.tsx'
import { ThemeSelect } from '#client/components/theme-select.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FileInput } from '#client/ui/file-input.tsx'
import { Input } from '#client/ui/input.tsx'
import { Select } from '#client/ui/select.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#client/ui/tabs.tsx'
import { Textarea } from '#client/ui/textarea.tsx'

import { Row, Section } from './section.tsx'

const VARIANTS = ['default', 'destructive', 'outline', 'ghost', 'link'] as const

export function Controls() {
  return (
    <Section title="Düğmeler">
      {(['default', 'sm'] as const).map((size) => (
        <Row key={size}>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              <Plus aria-hidden />
              {variant}
            </Button>
          ))}
          <Button size={size} disabled>
            Kapalı
          </Button>
          <Button size={size} isPending>
            Kaydediliyor
          </Button>
        </Row>
      ))}
      <Row>
        <Button size="icon" variant="ghost" aria-label="Düzenle">
          <Pencil aria-hidden />
        </Button>
        <Button size="icon" variant="outline" aria-label="Düzenle, çerçeveli">
          <Pencil aria-hidden />
        </Button>
        <ThemeSelect />
      </Row>
      <Tabs defaultValue="a">
        <TabsList aria-label="Sekmeler">
          <TabsTrigger value="a">Kullanıcılar</TabsTrigger>
          <TabsTrigger value="b">Geri Bildirimler</TabsTrigger>
        </TabsList>
        <TabsContent value="a">Seçili sekmenin içeriği.</TabsContent>
      </Tabs>
    </Section>
  )
}

export function Fields() {
  return (
    <Section title="Alanlar">
      <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-4">
        <Field label="Metin" required hint="Açıklama satırı.">
          {(control) => <Input {...control} defaultValue="Ayşe Kaya" />}
        </Field>
        <Field label="Yanlış" error="Müşteri adı zorunludur.">
          {(control) => <Input {...control} />}
        </Field>
        <Field label="Uyarılı" note="Plaka alışılmış biçimde değil; yine de kaydedebilirsiniz.">
          {(control) => <Input {...control} defaultValue="3 4 A" />}
        </Field>
        <Field label="Kapalı">{(control) => <Input {...control} disabled defaultValue="Standard" />}</Field>
        <Field label="Tutar">
          {(control) => <MoneyInput {...control} value={125_050} onAmountChange={() => {}} />}
        </Field>
        <Field label="Tarih">
          {(control) => <DateInput {...control} value="2026-11-22" onValueChange={() => {}} />}
        </Field>
        <Field label="Seçim">
          {(control) => (
            <Select {...control} defaultValue="Devam Ediyor">
              <option>Devam Ediyor</option>
              <option>Tamamlandı</option>
            </Select>
          )}
        </Field>
        <Field label="Dosya">{(control) => <FileInput {...control} fileName="logo.png" />}</Field>
        <Field label="Parola">{(control) => <PasswordInput {...control} defaultValue="Usta1234" />}</Field>
        <PasswordStrength password="Usta1234" />
        <SearchInput aria-label="Ara" value="sarı hüseyin" onSearch={() => {}} />
        <Checkbox label="KDV dahil" defaultChecked />
        <Field label="Uzun metin" className="md:col-span-2">
          {(control) => <Textarea {...control} rows={3} defaultValue="Fren sesi var." />}
        </Field>
      </div>
    </Section>
  )
}
