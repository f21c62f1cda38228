export const UNSAVED = 'You have unsaved changes. Leave without saving?';

/** Whether the browser would ask before the tab is closed. */
export const wouldAsk = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
