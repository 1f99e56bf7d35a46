import { useDebouncedValue } from '@mantine/hooks'
import { serverReachableStore } from '../api/call.ts'
import { IconCloudOff } from '../kit/icons.ts'
import { useStore } from '../kit/store.ts'
import classes from './Shell.module.css'

/** Milliseconds without connection before the notice: one lost call that then succeeds is not reported. */
const patience = 1500

/** Shows on every page that the server does not answer. The poll of devices detects begin and end. */
export function OfflineNotice() {
  const offline = !useStore(serverReachableStore)
  const [lasting] = useDebouncedValue(offline, patience)
  return (
    <div role="status" className={classes.offline}>
      {offline && lasting && (
        <span>
          <IconCloudOff size={18} aria-hidden />
          Sin conexión con el servidor. Reintentando…
        </span>
      )}
    </div>
  )
}
