/** The most lanes that one run may have (`kMaxLanes` in native/engine/support/progress.h). */
export const MOST_THREADS = 256;
