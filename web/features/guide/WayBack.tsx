import { Anchor } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { IconArrowLeft } from '../../kit/icons.ts'
import { makeStore, useStore } from '../../kit/store.ts'
import { screens } from '../../navigation/screens.ts'
import classes from './guide.module.css'

/** The page of the guide: the dashboard, or below the gym's settings. */
export type GuidePlace = 'dashboard' | 'settings'

/** Remembers the guide's page while the person visits one of its places, to lead back to it. */
export const awayFromGuide = makeStore<GuidePlace | null>(null)

const places: Record<GuidePlace, { to: string; search?: { tab: string } }> = {
  dashboard: { to: screens.dashboard.path },
  settings: { to: '/settings', search: { tab: 'gym' } },
}

export function WayBack() {
  const gone = useStore(awayFromGuide)
  // Decides by the current page: navigation that has only begun does not count.
  const at = useLocation({
    select: ({ pathname, search }): GuidePlace | null => {
      if (pathname === places.dashboard.to) return 'dashboard'
      return pathname === places.settings.to && 'tab' in search && search.tab === 'gym' ? 'settings' : null
    },
  })
  useEffect(() => {
    if (at !== null && at === awayFromGuide.read()) awayFromGuide.set(null)
  }, [at])
  if (!gone || at === gone) return null
  return (
    <Anchor className={classes.link} size="sm" mb="sm" renderRoot={(props) => <Link {...places[gone]} {...props} />}>
      <IconArrowLeft size={16} aria-hidden /> Volver a los primeros pasos
    </Anchor>
  )
}
