import { UndoHost } from '../features/undo/UndoHost.tsx'
import { UnsavedQuestion } from '../kit/UnsavedQuestion.tsx'
import { SessionQuestion } from '../session/SessionQuestion.tsx'
import { ShellDialogs } from './ShellDialogs.tsx'
import type { ShellDialogsState } from './use-shell-dialogs.ts'

/** Dialogs of every page, loaded separately so that the page goes first. */
export const Overlays = (dialogs: ShellDialogsState) => (
  <>
    <UndoHost />
    <ShellDialogs {...dialogs} />
    <SessionQuestion />
    <UnsavedQuestion />
  </>
)
