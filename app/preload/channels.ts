/** Names of the two channels between preload and main: one for requests, one for notices, whatever their kind. */
export const REQUEST_CHANNEL = 'sluice/request';
export const NOTICE_CHANNEL = 'sluice/notice';
/** The window listens to a kind of notice from now on. */
export const LISTENING_CHANNEL = 'sluice/listening';
/** The path of a folder that was dropped on the window. */
export const DROPPED_CHANNEL = 'sluice/dropped';
