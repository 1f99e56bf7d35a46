import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isOutdated, watchBuild } from '../api/build.ts'
import { loadPageAnew } from '../kit/on-demand.tsx'
import { readToast, toast, watchToast } from '../kit/toast.ts'
import { useHasUnsaved } from '../kit/unsaved.ts'

const title = 'Hay una versión nueva'

/** Offers to load the page anew once the server has another build, while nothing is unsaved and no other toast stands there. */
export function useNewVersion(): void {
  const outdated = useSyncExternalStore(watchBuild, isOutdated)
  const unsaved = useHasUnsaved()
  const shown = useSyncExternalStore(watchToast, readToast)
  /** Who closes the offer has heard it. */
  const heard = useRef(false)
  const last = useRef(shown)
  useEffect(() => {
    if (shown === null && last.current?.title === title) heard.current = true
    last.current = shown
    if (outdated && !unsaved && shown === null && !heard.current)
      toast.offer(title, { label: 'Actualizar', run: () => void loadPageAnew() })
  }, [outdated, unsaved, shown])
}
