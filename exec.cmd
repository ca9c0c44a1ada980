@rem The package scripts begin with sh's "exec", without which a signal to npm ends sh and not the launcher.
@rem npm on Windows runs them in cmd.exe, which finds this file in the project's folder instead.
@%*
