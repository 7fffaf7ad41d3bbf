import service from '@service/client/next';

export default service({ reactStrictMode: true });
