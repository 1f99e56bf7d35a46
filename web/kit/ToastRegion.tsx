import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import classes from './ToastRegion.module.css'

export const ToastRegion = () => (
  <Notifications
    limit={1}
    // The only layout in which toasts do not expire while the focus is inside.
    layout="stacked"
    position="bottom-right"
    withinPortal={false}
    aria-live="polite"
    allowDragDismiss={false}
    allowScrollDismiss={false}
    // Toasts disappear without transition, because their buttons must not be pressed during it.
    transitionDuration={0}
    containerWidth="26rem"
    zIndex={1000}
    notificationMaxHeight="60dvh"
    classNames={classes}
  />
)
