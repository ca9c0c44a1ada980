import { Age } from '#client/components/age.tsx'
import { Amount } from '#client/components/amount.tsx'
import { DurumBadge } from '#client/components/durum-badge.tsx'
import { Highlight } from '#client/components/highlight.tsx'
import { LicenseBadge } from '#client/components/license-badge.tsx'
import { ProductMark } from '#client/components/product-mark.tsx'
import { CallError } from '#client/components/call-error.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { LoadError, PageLoading } from '#client/components/page-states.tsx'
import { Plate } from '#client/components/plate.tsx'
import { ErrorSummary } from '#client/forms/error-summary.tsx'
import { Alert } from '#client/ui/alert.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { Progress } from '#client/ui/progress.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

import { Row, Section } from './section.tsx'
import { sampleForm } from './sample-form.ts'

const TODAY = '2026-11-22'
const DAYS = ['2026-11-22', '2026-11-21', '2026-11-19', '2026-11-17', '2026-10-22']

/** The facts of a row or a record: plates, amounts, age, statuses. */
export function Facts() {
  return (
    <Section title="Bilgiler">
      <Row>
        <Plate text="34 ABC 123" size="xl" />
        <Plate text="B-MW 1234" size="xl" />
        <Plate text="06 DE 4567" />
        <Plate text="GEÇİCİ 12" />
        <Plate text="34 ABC 123" query="abc" />
        <ProductMark className="size-9" />
      </Row>
      <Row>
        <Amount kurus={1_234_567} className="text-2xl font-semibold" />
        <Amount kurus={10_005} />
        <Amount kurus={-45_000} />
        <Amount kurus={0} />
        <s className="text-muted-foreground">
          <Amount kurus={90_000} />
        </s>
        <span className="chassis">WVWZZZ1JZ3W386752</span>
        <Highlight text="Hüseyin Sarı" query="sarı" />
      </Row>
      <Row>
        {DAYS.map((since) => (
          <Age key={since} since={since} today={TODAY} />
        ))}
        <Age since={null} today={TODAY} />
      </Row>
      <Row>
        {['Devam Ediyor', 'Tamamlandı', 'Beklemede', 'İptal', 'Parça bekliyor', ''].map((durum) => (
          <DurumBadge key={durum} durum={durum} />
        ))}
        {['Basic', 'Standard', 'Pro', 'Enterprise', 'Deneme'].map((type) => (
          <LicenseBadge key={type} type={type} />
        ))}
        {(['primary', 'success', 'warning', 'danger', 'info', 'secondary'] as const).map((variant) => (
          <Badge key={variant} variant={variant}>
            {variant}
          </Badge>
        ))}
      </Row>
      <div className="grid gap-3 md:grid-cols-4">
        {(['primary', 'success', 'warning', 'danger'] as const).map((variant, index) => (
          <Progress
            key={variant}
            value={25 * (index + 1)}
            label={`Geçen süre, ${variant}`}
            variant={variant}
          />
        ))}
      </div>
    </Section>
  )
}

/** Messages, empty, loading and failed states. */
export function Messages() {
  return (
    <Section title="İletiler ve durumlar">
      <div className="grid gap-3 lg:grid-cols-2">
        <CallError message="Kayıt kaydedilemedi." error={new Error()} />
        <Alert variant="warning">Bu kayıt siz düzenlerken değiştirildi.</Alert>
        <Alert variant="success">Kayıt başarıyla eklendi.</Alert>
        <Alert variant="info">Kaydedilmemiş bilgiler geri yüklendi.</Alert>
        <ErrorSummary form={sampleForm} />
        <LoadError message="Kayıtlar alınamadı." onRetry={() => {}} />
      </div>
      <div className="grid gap-3 lg:grid-cols-3">
        <Card>
          <EmptyState title="Sonuç bulunamadı." hint="Ay/yıl filtresini değiştirin ya da temizleyin.">
            <Button variant="outline">Temizle</Button>
          </EmptyState>
        </Card>
        <Card>
          <PageLoading />
        </Card>
        <Card>
          <CardHeader>
            <CardTitle>Yükleniyor</CardTitle>
          </CardHeader>
          <div className="grid gap-3">
            <Skeleton className="h-8 w-40" />
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-5 w-2/3" />
          </div>
        </Card>
      </div>
    </Section>
  )
}
