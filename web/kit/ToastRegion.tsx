import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import classes from './ToastRegion.module.css'

export const ToastRegion = () => (
  <Notifications
    limit={1}
    // The only layout that waits while the focus is inside.
    layout="stacked"
    position="bottom-right"
    withinPortal={false}
    aria-live="polite"
    allowDragDismiss={false}
    allowScrollDismiss={false}
    // Its buttons must not be pressed while it disappears.
    transitionDuration={0}
    containerWidth="26rem"
    zIndex={1000}
    notificationMaxHeight="60dvh"
    classNames={classes}
  />
)
