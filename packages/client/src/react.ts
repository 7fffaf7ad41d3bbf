/** React for the sibling packages, as bundlers resolve it. Apps must not import this. */
export { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
