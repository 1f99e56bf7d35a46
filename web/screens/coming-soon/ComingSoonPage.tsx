import { IconHourglassHigh } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { screenAt } from '../../paths.ts'
import { screenLabel } from '../../shell/menu-entries.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'

export function ComingSoonPage() {
  const screen = screenAt(useLocation().pathname)
  return (
    <>
      <PageHeader title={screen ? screenLabel(screen) : ''} />
      <EmptyState
        text="Esta sección llegará pronto."
        icon={<IconHourglassHigh size={36} stroke={1.25} aria-hidden />}
      />
    </>
  )
}
