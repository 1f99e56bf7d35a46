import { PageHeader } from '../../shell/PageHeader.tsx'
import { ComingSoonImage } from './ComingSoonImage.tsx'

export function IaPage() {
  return (
    <>
      <PageHeader />
      <ComingSoonImage />
    </>
  )
}
