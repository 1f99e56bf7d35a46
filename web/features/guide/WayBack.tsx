import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useStore } from '../../kit/store.ts'
import { screens } from '../../navigation/screens.ts'
import classes from './guide.module.css'
import { awayFromGuide } from './way-back.ts'

/** Above the pages to which the guide led. */
export function WayBack() {
  const gone = useStore(awayFromGuide)
  const isBack = useLocation({ select: ({ pathname }) => pathname === screens.dashboard.path })
  useEffect(() => {
    if (isBack) awayFromGuide.set(false)
  }, [isBack])
  if (!gone || isBack) return null
  return (
    <Anchor className={classes.wayBack} renderRoot={(props) => <Link to={screens.dashboard.path} {...props} />}>
      <IconArrowLeft size={16} aria-hidden />
      Volver a los primeros pasos
    </Anchor>
  )
}
