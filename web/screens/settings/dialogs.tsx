import { mainDeviceName } from '@torniquete/contract/door/devices.ts'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { HistoryDialog } from '../../features/history/HistoryDialog.tsx'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { useCloseDialog, useDialogPathId } from '../../navigation/open-dialog.ts'
import { DeviceForm } from './devices/DeviceForm.tsx'

export { UndecidedTerminalUsersDialog } from '../../features/terminals/UndecidedTerminalUsersDialog.tsx'
export { DeviceStatusDialog } from './devices/DeviceStatusDialog.tsx'
export { ConfirmRange, NewElectronicRange, NewRange } from './gym/range-dialogs.tsx'
export { UploadCertificate } from './gym/UploadCertificate.tsx'
export { DeletedUsers, EditUser, NewUser } from './users/UserForm.tsx'

export function UserHistory() {
  const id = useDialogPathId()
  const close = useCloseDialog()
  const user = useEndpoint('users.read', { params: { id_user: id } })
  if (!user.data) return <LoadingDialog title="Historial" query={user} onClose={close} />
  return <HistoryDialog entity="users" id={id} name={user.data.name} onClose={close} />
}

export function NewDevice() {
  const close = useCloseDialog()
  const devices = useEndpoint('devices.list', {})
  if (!devices.data) return <LoadingDialog title="Agregar Dispositivo" size="md" query={devices} onClose={close} />
  const hasMain = devices.data.some(({ name }) => name === mainDeviceName)
  return <DeviceForm stored={null} proposedName={hasMain ? '' : mainDeviceName} />
}

/** Returns the value, or the last defined one while it is undefined. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

/** Not an makeEditDialog: devices have no read call and no version. The form stays open even if the device is deleted. */
export function EditDevice() {
  const id = useDialogPathId()
  const close = useCloseDialog()
  const devices = useEndpoint('devices.list', {})
  const statuses = useEndpoint('devices.status', {})
  const device = useLast(devices.data?.find((each) => each.id === id))
  const status = useLast(statuses.data?.find((each) => each.id === id))
  if (device && status) return <DeviceForm stored={{ row: { ...status, ...device }, tag: null }} />
  const gone = devices.data && !device ? new Error('El dispositivo ya no está registrado.') : null
  const error = gone ?? devices.error ?? statuses.error
  return <LoadingDialog title="Editar Dispositivo" size="md" query={{ ...devices, error }} onClose={close} />
}
