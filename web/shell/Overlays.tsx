import { UndoHost } from '../features/undo/UndoHost.tsx'
import { UnsavedQuestion } from '../kit/UnsavedQuestion.tsx'
import { SessionQuestion } from '../session/SessionQuestion.tsx'
import { ShellDialogs } from './ShellDialogs.tsx'
import type { ShellDialogsState } from './use-shell-dialogs.ts'

/** Everything that may open over any page. Its code is fetched apart: the page goes first. */
export const Overlays = (dialogs: ShellDialogsState) => (
  <>
    <UndoHost />
    <ShellDialogs {...dialogs} />
    <SessionQuestion />
    <UnsavedQuestion />
  </>
)
