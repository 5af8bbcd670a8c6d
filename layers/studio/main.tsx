import { render } from 'preact';
import './style/base.css';

render(<h1>Studio</h1>, document.getElementById('app')!);
